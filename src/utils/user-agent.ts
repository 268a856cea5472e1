interface Device {
  browser: string;
  system: string;
}

// The first match counts: Edge and Opera also call themselves Chrome, and Chrome calls itself Safari.
const browsers: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/MicroMessenger\/(\d+)/, 'WeChat'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:Chrome|Chromium|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari/, 'Safari'],
  [/^curl\/(\d+)/, 'curl'],
];
const systems: [RegExp, string][] = [
  [/Windows/, 'Windows'],
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

/** Browser and system from a user agent string; undefined if it is unknown. */
export function deviceOf(userAgent: string): Device | undefined {
  const [pattern, name] = browsers.find(([known]) => known.test(userAgent)) ?? [];
  if (!pattern) return undefined;
  const [, system = ''] = systems.find(([known]) => known.test(userAgent)) ?? [];
  return { browser: `${name} ${pattern.exec(userAgent)?.[1]}`, system };
}
