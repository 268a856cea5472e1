// zod would compile with new Function, which the content security policy forbids; it reads this when it loads.
(globalThis as { __zod_globalConfig?: object }).__zod_globalConfig = { jitless: true };

export { getInitialState } from './runtime/session';
export const layout = () => ({ layout: 'mix' as const });
