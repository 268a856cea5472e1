import { texts } from './texts';

/** Units of time, short, as they follow a number; `minutes`: by themselves. */
export const unitTexts = texts(
  { day: '天', hour: '小时', minute: '分', minutes: '分钟', second: '秒' },
  { day: 'd', hour: 'h', minute: 'min', minutes: 'min', second: 's' },
);
