/**
 * Loaded before an app (`node -r`): passwords are hashed as always, but cost a thousandth of the time. The product has no
 * such switch.
 */
const crypto = require('node:crypto');

const { scrypt } = crypto;
crypto.scrypt = (password, salt, length, cost, done) =>
  scrypt(password, salt, length, { ...cost, N: 2 ** 6 }, done);
