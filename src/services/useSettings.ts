import { useRead } from '@/utils/useRead';
import { api } from './api';

/** The platform's public settings; undefined until read. */
export function useSettings() {
  return useRead(() => api.settings.read(), { cacheKey: 'settings' }).data;
}
