import { render } from '@testing-library/react';
import Markdown from '@/pages/packet/Markdown';

const shown = (text: string) => render(<Markdown text={text} />).container;

test('a description is Markdown', () => {
  const page = shown('## 新功能\n\n- 修复**夜间丢帧**\n\n[官网](https://example.com)');
  expect(page.querySelector('strong')?.textContent).toBe('夜间丢帧');
  expect(page.querySelector('a')?.getAttribute('rel')).toBe('noopener noreferrer');
  // A section of a dialog, whose title is above it.
  expect(page.querySelector('h4')?.textContent).toBe('新功能');
});

test('whatever stands in a description does nothing but being read', () => {
  const page = shown(
    '<script>alert(1)</script>\n\n<img src=x onerror=alert(2)> 固件 <sn> 与 `<b>`\n\n[点我](javascript:alert(3)) ![图](https://example.com/a.png)',
  );
  expect(page.querySelector('script, img, [onerror], a')).toBeNull();
  for (const text of ['<script>alert(1)</script>', '固件 <sn> 与 <b>', '点我']) expect(page.textContent).toContain(text);
});
