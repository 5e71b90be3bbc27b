/**
 * Makes the bucket of compose.yaml and waits for the store to answer; a bucket that is there is left as it is. Then sets the
 * bucket's policy, if there is a file of one.
 */
const { readFile } = require('node:fs/promises');
const { setTimeout: delay } = require('node:timers/promises');
const {
  CreateBucketCommand,
  HeadBucketCommand,
  PutBucketPolicyCommand,
  S3Client,
} = require('@aws-sdk/client-s3');

const { BLOB_S3_BUCKET: Bucket, BLOB_S3_ENDPOINT: endpoint, BUCKET_POLICY_FILE: policyFile } = process.env;
const client = new S3Client({
  region: process.env.BLOB_S3_REGION ?? 'us-east-1',
  endpoint,
  forcePathStyle: true,
  credentials: {
    accessKeyId: process.env.BLOB_S3_ACCESS_KEY_ID,
    secretAccessKey: process.env.BLOB_S3_SECRET_ACCESS_KEY,
  },
});

async function ensureBucket() {
  try {
    await client.send(new HeadBucketCommand({ Bucket }));
  } catch (error) {
    if (error.$metadata?.httpStatusCode !== 404) throw error;
    await client.send(new CreateBucketCommand({ Bucket }));
  }
  if (!policyFile) return;
  const Policy = await readFile(policyFile, 'utf8');
  await client.send(new PutBucketPolicyCommand({ Bucket, Policy }));
}

async function main() {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ensureBucket();
    } catch (error) {
      if (attempt === 60) throw error;
      await delay(1_000);
    }
  }
}

main().catch((error) => {
  console.error(`The bucket ${Bucket} cannot be made at ${endpoint}: ${error.message}`);
  process.exit(1);
});
