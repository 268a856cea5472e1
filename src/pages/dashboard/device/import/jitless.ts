// zod would compile with new Function, which the content security policy forbids; it reads this when it loads, so this loads first.
(globalThis as { __zod_globalConfig?: object }).__zod_globalConfig = { jitless: true };
