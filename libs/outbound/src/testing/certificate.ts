/**
 * A certificate for hook.example and 127.0.0.1 that signs itself and is valid until 2125, with its key: specs give it to
 * their servers and have the client trust it.
 */
export const testCertificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBozCCAUqgAwIBAgIUFx+36VwZFrnMznW1H9ZOhKyatzowCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMaG9vay5leGFtcGxlMCAXDTI2MTEyMTIyMzc0OFoYDzIxMjYx
MDI4MjIzNzQ4WjAXMRUwEwYDVQQDDAxob29rLmV4YW1wbGUwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAARV2LFSyAL3FA6nza0O6bfPpINm/vR6B+d7Ktju9X6wmhBS
U02L0AJcysFT8d+73+hnjuyPLaRwUonHZjlrVYC8o3IwcDAdBgNVHQ4EFgQUrmgw
PXoCJOsx4FZ5heoj3dili8MwHwYDVR0jBBgwFoAUrmgwPXoCJOsx4FZ5heoj3dil
i8MwDwYDVR0TAQH/BAUwAwEB/zAdBgNVHREEFjAUggxob29rLmV4YW1wbGWHBH8A
AAEwCgYIKoZIzj0EAwIDRwAwRAIgLxYSam0rmxwh1pVtCVBGPqJseyjH8EPj0X9T
qpomxeUCIE4cfBMZvnOFcOpwZICNTq4PwL4zfIeZhxcoSlmlH3bo
-----END CERTIFICATE-----`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgafJ+ZA68exH7+nHN
yKQ4aflyCfb6FoTuxFEpfXsFNWehRANCAARV2LFSyAL3FA6nza0O6bfPpINm/vR6
B+d7Ktju9X6wmhBSU02L0AJcysFT8d+73+hnjuyPLaRwUonHZjlrVYC8
-----END PRIVATE KEY-----`,
};
