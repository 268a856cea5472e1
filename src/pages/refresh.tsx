import { history, useSearchParams } from '@umijs/max';
import { clearCache } from 'ahooks';
import { useEffect } from 'react';
import { forgetReads } from '@/services/api';
import { ownPath } from '@/utils/address';

/** `/refresh?to=/path` throws away what was read before and goes to that path of the console. */
export default function RefreshPage() {
  const [query] = useSearchParams();
  const to = ownPath(query.get('to') ?? '') ?? '/dashboard';

  useEffect(() => {
    forgetReads();
    clearCache();
    history.replace(to);
  }, [to]);

  return null;
}
