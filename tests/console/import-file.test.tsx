import { DeviceDraft } from '@contract/device';
import fc from 'fast-check';
import { neutralised, readCsv, restored, writeCsv } from '@/pages/dashboard/device/import/csv';
import { ImportSheet } from '@/pages/dashboard/device/import/sheet';

const utf8 = (text: string) => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
const fileOf = (text: string | Uint8Array<ArrayBuffer>) =>
  ({ arrayBuffer: async () => (typeof text === 'string' ? utf8(text) : text).buffer }) as Blob;
const cellsIn = (text: string) => {
  const csv = readCsv(utf8(text));
  if ('is' in csv) throw new Error(csv.is);
  return csv.lines.map(({ cells }) => cells);
};
const textOf = async (blob: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsText(blob);
  });

async function opened(text: string | Uint8Array<ArrayBuffer>) {
  const sheet = new ImportSheet();
  const about = await sheet.open(fileOf(text), 'zh-CN');
  return { sheet, ...about };
}

describe('a file is understood', () => {
  const pump = { sn: 'A-1', name: '1号猪舍 深度相机', remark: '东侧', tags: '猪舍;深度' };

  test.each([
    ['english headers', 'sn,name,remark,tags\nA-1,1号猪舍 深度相机,东侧,猪舍;深度'],
    ['chinese headers in any order, CRLF', '标签,备注,设备名称,序列号（SN）\r\n猪舍;深度,东侧,1号猪舍 深度相机,A-1\r\n'],
    ['a BOM and blank lines', '\uFEFF\n\nSN,Name,Remark,Tags\n\nA-1,1号猪舍 深度相机,东侧,猪舍;深度\n,,,\n'],
    ['tabs', 'sn\tname\tremark\ttags\nA-1\t1号猪舍 深度相机\t东侧\t猪舍;深度'],
    ['semicolons with quotes', 'sn;name;remark;tags\nA-1;1号猪舍 深度相机;东侧;"猪舍;深度"'],
  ])('%s', (_, text) => {
    expect(cellsIn(text)).toEqual([pump]);
  });

  test('GB18030, as a Chinese Excel saves it', () => {
    const csv = readCsv(new Uint8Array([...utf8('sn,name\nA-1,'), 0xd6, 0xed, 0xc9, 0xe1]));
    expect(csv).toMatchObject({ encoding: 'GB18030', lines: [{ line: 2, cells: { sn: 'A-1', name: '猪舍' } }] });
  });

  test('a column it does not know is named, those of our own files are not', () => {
    expect(readCsv(utf8('sn,color,原因\nA,red,x'))).toMatchObject({ ignored: ['color'] });
  });
});

describe('a wrong file is refused as a whole', () => {
  test.each([
    ['an empty one', '', { is: 'empty' }],
    ['a header alone', 'sn,name\n\n', { is: 'empty' }],
    ['no SN column', 'name,remark\nA,B', { is: 'noSnColumn', found: ['name', 'remark'] }],
    ['full-width commas', '序列号，名称\nA，B', { is: 'wrongDelimiter' }],
    ['a column twice', 'sn,SN\nA,B', { is: 'columnTwice', column: 'sn' }],
    ['a quote without its partner', 'sn,name\nA,"x\nB,y\nC,z', { is: 'brokenQuotes' }],
    ['a workbook', 'PK\u0003\u0004…', { is: 'workbook' }],
    ['a binary', 'sn\0', { is: 'notText' }],
  ])('%s', (_, text, problem) => {
    expect(readCsv(utf8(text))).toMatchObject(problem);
  });
});

describe('rows are judged before anything is sent', () => {
  test('each bad row says why, in its own line', async () => {
    const { sheet } = await opened('sn,name,tags\nA,泵,\n,无号,\nA,again,\nB C,x,\nD,y,t,extra\nE,,一;二;三;四;五;六;七;八;九;十;十一');

    expect(sheet.counts()).toMatchObject({ total: 6, good: 1, bad: 5 });
    expect(sheet.slice({ only: 'bad', from: 0, limit: 10 }).map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      '3 缺少序列号',
      '4 序列号与第 2 行重复',
      '5 序列号：只能包含字母、数字、下划线和短横线，最多 64 个字符',
      '6 单元格比表头多：可能多了一个逗号，含逗号的内容请用双引号括起来',
      '7 标签：最多 10 项',
    ]);
  });

  test('what has a problem is saved alone, before anything is sent', async () => {
    const { sheet } = await opened('sn,name\nA,pump\n,none');
    const saved = await textOf(sheet.failedFile('zh-CN'));
    expect(saved).toContain('缺少序列号');
    expect(saved).not.toContain('pump');
  });

  test('cells beyond the header are saved, too, and refused again until somebody has put them right', async () => {
    const { sheet } = await opened('sn,name,tags,remark\nQ-1,仓库,东侧,tagA,李四');
    const saved = await textOf(sheet.failedFile('zh-CN'));
    expect(saved).toContain('Q-1,仓库,tagA,东侧,');
    expect(saved).toContain('李四');

    const again = await opened(saved);
    expect(again.sheet.counts()).toMatchObject({ total: 1, good: 0, bad: 1 });
    // As a spreadsheet saves it.
    const padded = await opened(saved.replace('\r\n', ',,\r\n'));
    expect(padded.sheet.counts()).toMatchObject({ total: 1, good: 0, bad: 1 });
  });

  test('good rows go in batches of 1000, each until it is settled', async () => {
    const { sheet } = await opened(`sn\n${Array.from({ length: 1500 }, (_, n) => `D${n}`).join('\n')}`);

    const first = sheet.nextBatch();
    expect(first).toHaveLength(1000);
    expect(sheet.nextBatch()).toEqual(first);
    sheet.settle({ created: first.map(({ sn }) => ({ sn, secret: `-${sn}` })), failed: [] });
    const second = sheet.nextBatch();
    expect(second).toHaveLength(500);
    const [lost, taken, ...rest] = second.map(({ sn }) => sn) as [string, string, ...string[]];
    const failed = [lost, taken].map((sn) => ({ sn, message: '该序列号已存在' }));
    sheet.settle({ created: rest.map((sn) => ({ sn, secret: sn })), failed });
    const counts = sheet.own([lost]);

    expect(counts).toMatchObject({ total: 1500, good: 0, created: 1498, refused: 1, secretLost: 1 });
    expect(sheet.nextBatch()).toEqual([]);
    expect(sheet.withoutSecret()).toEqual([lost]);
    expect(await textOf(sheet.failedFile('zh-CN'))).toContain(`${taken},,,,该序列号已存在`);
    expect((await textOf(sheet.secretsFile())).split('\r\n')[1]).toBe('D0,-D0');
  });

  test('what was sent and never answered is marked, not called a failure', async () => {
    const { sheet } = await opened('sn\nA');
    sheet.nextBatch();
    expect(await textOf(sheet.failedFile('en-US'))).toContain('the device may exist');
  });
});

describe('whatever people put into a file', () => {
  const cell = fc.string({ unit: fc.constantFrom(...'aZ0猪 ,;"\n\r\t=+-@\'|，') });

  test('a formula is neutralised, and our own file reads back as it was', () => {
    fc.assert(
      fc.property(cell, (text) => {
        expect(neutralised(text)).not.toMatch(/^[=+\-@\t\r]/);
        expect(restored(neutralised(text))).toBe(text);
      }),
    );
  });

  test('a written file is read again, cell by cell', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), (rows) => {
        const written = writeCsv([['sn', 'name'], ...rows.map(([sn, name]) => [`S${sn}`, neutralised(name)])]);
        const trimmed = (text: string) => restored(neutralised(text).trim());
        expect(cellsIn(written).map(({ name }) => name)).toEqual(rows.map(([, name]) => trimmed(name)));
      }),
    );
  });

  test('no bytes break the reader, and every good row fits the contract', async () => {
    const anything = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes)),
      fc.array(cell, { maxLength: 20 }).map((cells) => utf8(`sn,name,tags\n${cells.join(',')}`)),
    );
    await fc.assert(
      fc.asyncProperty(anything, async (bytes) => {
        const { sheet, ...read } = await opened(bytes);
        if (read.problem) return;
        const { good, bad, total } = sheet.counts();
        expect(good + bad).toBe(total);
        for (const draft of sheet.nextBatch()) expect(DeviceDraft.parse(draft)).toEqual(draft);
      }),
    );
  });
});
