// zod would use `new Function`, which the content security policy forbids. Read when zod loads, so this module must load first.
(globalThis as { __zod_globalConfig?: object }).__zod_globalConfig = { jitless: true };
