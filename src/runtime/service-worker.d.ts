/** The console has no service worker; one left by an earlier version would go on serving that version. */
export declare function forgetServiceWorkers(): Promise<void>;
