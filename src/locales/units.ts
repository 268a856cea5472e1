import { texts } from './texts';

/** Units of time, short, as they follow a number. */
export const unitTexts = texts(
  { day: '天', hour: '小时', minute: '分', second: '秒' },
  { day: 'd', hour: 'h', minute: 'min', second: 's' },
);
