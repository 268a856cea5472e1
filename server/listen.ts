import { ConfigError } from './config';

/** For a server that cannot listen: `listen().catch(nameSetting('PORT', port))`. @throws ConfigError that names the setting to change */
export const nameSetting =
  (variable: string, port?: number) =>
  ({ code = '', message }: NodeJS.ErrnoException): never => {
    if (code === 'EADDRINUSE') throw new ConfigError([`${variable}: port ${port} is taken by another process`]);
    if (code === 'EACCES') throw new ConfigError([`${variable}: port ${port} needs rights this process does not have`]);
    throw new ConfigError([`HOST: cannot listen there: ${message}`]);
  };
