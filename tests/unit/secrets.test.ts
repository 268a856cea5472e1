import { newSecret } from '../../server/secrets';

test('no secret begins as an option of a command line does', () => {
  const secrets = Array.from({ length: 2000 }, newSecret);

  expect(secrets.filter((secret) => !/^\w[\w-]{42}$/.test(secret))).toEqual([]);
});
