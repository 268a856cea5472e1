import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { verifyCode } from '../../src/pages/dashboard/consumer/verify-code';
import { makeProject } from '../support/callbacks';
import { startPlatform, type TestPlatform } from '../support/platform';
import { type Arrived, type Receiver, startReceiver } from '../support/receiver';

const run = promisify(execFile);
/** Compilers may be slow on their first run. */
jest.setTimeout(240_000);
const HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

/** A toolchain, and a program that verifies the calls and prints the results in order: `true false …`. */
interface Language {
  name: (typeof verifyCode)[number]['name'];
  tool: string;
  version: string;
  /** The source files by name, with the code that the page shows. */
  files: (code: string, calls: Call[]) => Record<string, string>;
  commands: string[][];
}

interface Call {
  secret: string;
  headers: Record<string, string>;
  body: string;
}

const json = JSON.stringify;
/** A string literal in most languages: JSON with only ASCII characters. */
const literal = (text: string) => json(text).replace(/[\u0080-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
const pairs = (headers: Record<string, string>, between: (name: string, value: string) => string, glue = ', ') =>
  Object.entries(headers)
    .map(([name, value]) => between(literal(name), literal(value)))
    .join(glue);

const languages: Language[] = [
  {
    name: 'Node.js',
    tool: process.execPath,
    version: '--version',
    files: (code, calls) => ({
      'verify.mjs': `${code}\nfor (const { secret, headers, body } of ${json(calls)}) console.log(verify(secret, headers, Buffer.from(body)));`,
    }),
    commands: [[process.execPath, 'verify.mjs']],
  },
  {
    name: 'Python',
    tool: 'python3',
    version: '--version',
    files: (code, calls) => ({
      'verify.py': `${code}\n\nfor call in ${json(calls)}:\n    print(verify(call["secret"], call["headers"], call["body"].encode()))\n`,
    }),
    commands: [['python3', 'verify.py']],
  },
  {
    name: 'Go',
    tool: 'go',
    version: 'version',
    files: (code, calls) => ({
      'go.mod': 'module example.com/callback\n\ngo 1.20\n',
      'callback.go': code,
      'callback_test.go': `package callback

import ("fmt"; "net/http"; "testing")

func TestVerify(t *testing.T) {
${calls.map(({ secret, headers, body }) => `	{ h := http.Header{}; ${pairs(headers, (name, value) => `h.Set(${name}, ${value})`, '; ')}; fmt.Println(Verify(${literal(secret)}, h, []byte(${literal(body)}))) }`).join('\n')}
}
`,
    }),
    commands: [['go', 'test', '-v', './...']],
  },
  {
    name: 'Java',
    tool: 'javac',
    version: '-version',
    files: (code, calls) => ({
      'Callback.java': code,
      'Main.java': `import java.nio.charset.StandardCharsets;
import java.util.Map;

public class Main {
    public static void main(String[] args) throws Exception {
${calls.map(({ secret, headers, body }) => `        System.out.println(Callback.verify(${literal(secret)}, Map.of(${pairs(headers, (name, value) => `${name}, ${value}`)}), ${literal(body)}.getBytes(StandardCharsets.UTF_8)));`).join('\n')}
    }
}
`,
    }),
    commands: [
      ['javac', '-encoding', 'UTF-8', 'Callback.java', 'Main.java'],
      ['java', '-cp', '.', 'Main'],
    ],
  },
  {
    name: 'C#',
    tool: 'dotnet',
    version: '--version',
    files: (code, calls) => ({
      'callback.csproj':
        '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net8.0</TargetFramework><RollForward>Major</RollForward></PropertyGroup></Project>',
      'Callback.cs': code,
      'Main.cs': `using System;
using System.Collections.Generic;
using System.Text;

public static class Program
{
    public static void Main()
    {
${calls.map(({ secret, headers, body }) => `        Console.WriteLine(Callback.Verify(${literal(secret)}, new Dictionary<string, string> { ${pairs(headers, (name, value) => `[${name}] = ${value}`)} }, Encoding.UTF8.GetBytes(${literal(body)})));`).join('\n')}
    }
}
`,
    }),
    commands: [['dotnet', 'run']],
  },
  {
    name: 'PHP',
    tool: 'php',
    version: '--version',
    files: (code, calls) => ({
      'calls.json': json(calls),
      'verify.php': `${code}\nforeach (json_decode(file_get_contents('calls.json'), true) as $call) {\n    echo verify($call['secret'], $call['headers'], $call['body']) ? 'true' : 'false', "\\n";\n}\n`,
    }),
    commands: [['php', 'verify.php']],
  },
];

let platform: TestPlatform;
let receiver: Receiver;
let arrived: Arrived;
let secret: string;

beforeAll(async () => {
  platform = await startPlatform();
  receiver = await startReceiver();
  const project = await makeProject(platform);
  secret = await project.subscribe(receiver.url);
  await project.happens({ type: 'device.event', name: 'door-opened', data: '{"id":"e1","data":{"room":"冷库 №3","angle":42.5}}' });
  [arrived] = (await receiver.until(1)) as [Arrived];
});
afterAll(async () => {
  await receiver.close();
  await platform.close();
});

/** The delivery as received, variants that must not verify, and malformed ones. */
function callsOf(): Call[] {
  const headers = Object.fromEntries(HEADERS.map((name) => [name, String(arrived.headers[name])]));
  const good = { secret, headers, body: arrived.body };
  const old = String(Number(headers['webhook-timestamp']) - 301);
  return [
    good,
    { ...good, headers: { ...headers, 'webhook-signature': `v1,bm9wZQ== ${headers['webhook-signature']}` } },
    { ...good, body: good.body.replace('42.5', '42.6') },
    { ...good, secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}` },
    { ...good, headers: { ...headers, 'webhook-timestamp': old } },
    { ...good, headers: {} },
    { ...good, headers: { ...headers, 'webhook-timestamp': 'x' } },
    { ...good, headers: { ...headers, 'webhook-signature': 'v1,é' } },
  ];
}

for (const { name, tool, version, files, commands } of languages) {
  const isThere = spawnSync(tool, [version]).status === 0;
  const title = `the ${name} code that the page shows verifies what was delivered, and nothing else`;

  (isThere ? test : test.skip)(isThere ? title : `${title} (skipped: there is no ${tool} on this machine)`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'verify-'));
    try {
      const { code } = verifyCode.find((one) => one.name === name) as (typeof verifyCode)[number];
      for (const [file, content] of Object.entries(files(code, callsOf()))) writeFileSync(join(folder, file), content);
      let said = '';
      for (const [command = '', ...parameters] of commands) said = (await run(command, parameters, { cwd: folder })).stdout;

      expect(said.toLowerCase().match(/^(true|false)$/gm)).toEqual(['true', 'true', ...Array(6).fill('false')]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

test('there is code for every language that the product promises', () => {
  expect(verifyCode.map(({ name }) => name)).toEqual(languages.map(({ name }) => name));
});
