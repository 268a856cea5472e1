import { useRead } from '@/utils/useRead';
import { api } from './api';

/** What the platform says of itself to anyone; undefined until it is known. */
export function useSettings() {
  return useRead(() => api.settings.read(), { cacheKey: 'settings' }).data;
}
