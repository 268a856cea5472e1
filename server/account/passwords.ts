import { hash, verify } from '@node-rs/argon2';
import { isWeakPassword } from '../../contract/account';
import { BusinessError } from '../errors';

/** argon2id with 19 MiB and 2 rounds (OWASP's first choice), with a salt of its own. */
export const hashPassword = (password: string): Promise<string> => hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });

/** Nobody's password, hashed as `hashPassword` does: verifying it takes as long as verifying somebody's. */
export const NOBODYS_HASH = '$argon2id$v=19$m=19456,t=2,p=1$oej3+baKc6lhZ3epnn3CXQ$I4nBpTEKLH/w/jVIxQ6Yh3c8/2P5Mjf9CxGBjt7zfxw';

/** Is this the account's password? Takes the same time when there is no account. */
export async function isPasswordOf(account: { passwordHash: string } | undefined, password: string): Promise<boolean> {
  const right = await verify(account?.passwordHash ?? NOBODYS_HASH, password);
  return account !== undefined && right;
}

/** @throws BusinessError weakPassword */
export function refuseWeakPassword(password: string, email: string, at: string) {
  if (isWeakPassword(password, email)) throw new BusinessError('weakPassword', { at });
}
