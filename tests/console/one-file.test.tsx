import { fireEvent, render, screen } from '@testing-library/react';
import { DropArea } from '@/components/DropArea';
import { toast } from '@/utils/toast';

test('of several files that are dropped one is taken, and that is said', () => {
  const told = jest.spyOn(toast, 'warning');
  const taken = jest.fn();
  const [one, two] = [new File(['1'], 'one.bin'), new File(['2'], 'two.bin')];
  render(
    <DropArea label="File" onFile={taken}>
      Drop
    </DropArea>,
  );
  fireEvent.drop(screen.getByRole('button'), { dataTransfer: { files: [one] } });
  expect(told).not.toHaveBeenCalled();
  fireEvent.drop(screen.getByRole('button'), { dataTransfer: { files: [two, one] } });
  expect(taken.mock.calls).toEqual([[one], [two]]);
  expect(told.mock.calls).toEqual([['一次一个文件：只取了 two.bin']]);
});
