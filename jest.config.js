const swc = [
  '@swc/jest',
  {
    jsc: { parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } }, target: 'es2022' },
    module: { type: 'commonjs' },
  },
];

const aliases = {
  '^lodash-es$': 'lodash',
  '^lodash-es/(.*)$': 'lodash/$1',
  '^@/(.*)$': '<rootDir>/src/$1',
  // Their CommonJS builds are one file each; the console takes parts.
  '^@rjsf/(antd|core)/lib/(.*)$': '<rootDir>/node_modules/@rjsf/$1/lib/$2',
  '^@contract$': '<rootDir>/contract',
  '^@contract/(.*)$': '<rootDir>/contract/$1',
};

// Of node_modules jest compiles only what exists as ES modules alone, and the `es/` builds some CommonJS builds reach into.
const esm = [
  'aedes',
  'aedes-.*',
  'mqemitter',
  'hyperid',
  'cookie',
  'marked',
  'content-disposition',
  '@tus/.*',
  'srvx',
  '@noble/hashes',
  '@rjsf/.*',
  '@x0k/.*',
];

const shared = {
  transform: { '\\.[cm]?[jt]sx?$': swc },
  transformIgnorePatterns: [`/node_modules/(?!(?:.*/node_modules/)?(?:${esm.join('|')})/|.*/es/)`],
  moduleNameMapper: aliases,
};

const node = (displayName, folders) => ({
  ...shared,
  displayName,
  runtime: '<rootDir>/tests/support/kept-modules.js',
  testEnvironment: '<rootDir>/tests/support/kept-environment.js',
  testMatch: [`<rootDir>/tests/{${folders},}/**/*.test.ts`],
});

module.exports = {
  testSequencer: '<rootDir>/tests/support/sequencer.js',
  // A slow or busy machine is no failure.
  testTimeout: 120_000,
  projects: [
    node('unit', 'unit'),
    node('server', 'server,contract,flows'),
    node('browser', 'browser'),
    {
      ...shared,
      displayName: 'console',
      runtime: '<rootDir>/tests/support/kept-scripts.js',
      testEnvironment: '<rootDir>/tests/support/jsdom-environment.js',
      testEnvironmentOptions: { customExportConditions: ['node', 'require', 'default'] },
      setupFilesAfterEnv: ['<rootDir>/tests/support/browser.ts'],
      testMatch: ['<rootDir>/tests/console/**/*.test.tsx'],
      moduleNameMapper: { '\\.(css|less|svg|png)$': '<rootDir>/tests/support/nothing.js', ...aliases },
    },
  ],
};
