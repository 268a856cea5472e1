import { fireEvent, render, screen } from '@testing-library/react';
import { AddValue } from '@/pages/dashboard/device/config-many/AddValue';
import type { JsonObject } from '../../contract/merge-patch';
import { shapeOf } from '../../src/utils/config-shape';

test('what a change for many begins with may be that value: of alternatives the first, of places each, of a group what it needs', async () => {
  const schema: JsonObject = {
    type: 'object',
    properties: {
      link: { title: '连接', oneOf: [{ $ref: '#/$defs/wired' }, { title: '无线', type: 'string' }] },
      pair: { title: '数对', type: 'array', prefixItems: [{ type: 'number' }, { type: 'string' }] },
    },
    $defs: {
      wired: {
        title: '有线',
        type: 'object',
        required: ['port'],
        properties: { port: { type: 'integer', minimum: 1 }, name: { type: 'string' } },
      },
    },
  };
  const onAdded = jest.fn();
  render(<AddValue schema={shapeOf(schema)} isWritten={() => false} disabled={false} onAdded={onAdded} />);

  for (const words of [/连接/, /数对/]) {
    fireEvent.mouseDown(screen.getByRole('combobox'));
    fireEvent.click(await screen.findByText(words, { selector: '.value-option > span' }));
  }
  expect(screen.getByText('有线 / 无线')).toBeInTheDocument();
  expect(onAdded.mock.calls).toEqual([
    ['link', { port: 1 }],
    ['pair', [0, '']],
  ]);
});
