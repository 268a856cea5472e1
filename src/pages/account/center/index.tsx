import { AccountName, ADMIN_ID, type CurrentUser } from '@contract/account';
import { Link, useModel } from '@umijs/max';
import { z } from 'zod';
import { Avatar } from '@/components/Avatar';
import { Field } from '@/components/Field';
import { SubmitButton } from '@/components/SubmitButton';
import { useLeavingForm } from '@/components/useLeaving';
import { accountTexts } from '@/locales/account';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { session } from '@/services/token';
import { toast } from '@/utils/toast';
import { useContractForm } from '@/utils/useContractForm';
import AvatarChoice from './AvatarChoice';
import '@/components/parts.css';
import '../account.css';

/** The user's profile, with forms for the avatar and the name. */
export default function AccountCenterPage() {
  const t = useTexts(accountTexts);
  const { initialState, setInitialState } = useModel('@@initialState');
  const user = initialState?.currentUser;
  if (!user) return null;

  async function save(changes: { name?: string; avatar?: string }) {
    const currentUser = await api.account.update({ body: changes });
    session.rename(currentUser.name);
    await setInitialState((state) => ({ ...state, currentUser }));
    toast.success(t.saved);
  }

  return (
    <div className="account-page">
      <h1>{t.center}</h1>
      <section className="panel person">
        <Avatar of={user.email} image={user.avatar} size={88} />
        <div>
          <h2>{user.name}</h2>
          <p className="muted">{user.email}</p>
          <p className="person-role number">
            {user.id === ADMIN_ID ? t.admin : t.developer} · {t.id} {user.id}
          </p>
        </div>
      </section>
      <section className="panel">
        <h2>{t.avatar}</h2>
        <p className="muted">{t.avatarHint}</p>
        <AvatarChoice image={user.avatar} onChosen={(avatar) => save({ avatar })} />
      </section>
      <section className="panel">
        <h2>{t.profile}</h2>
        <ProfileForm user={user} onSave={save} />
      </section>
      <p>
        <Link to="/account/settings">{t.toSettings}</Link>
      </p>
    </div>
  );
}

const Profile = z.object({ name: AccountName });

function ProfileForm({ user, onSave }: { user: CurrentUser; onSave: (changes: { name: string }) => Promise<void> }) {
  const t = useTexts(accountTexts);
  const form = useContractForm(Profile, onSave);
  const [leaving] = useLeavingForm(form.isTyped, { isSending: form.submitting });
  return (
    <>
      <form {...form.props} aria-label={t.profile}>
        <Field form={form} name="name" label={t.name} defaultValue={user.name} autoComplete="name" />
        <SubmitButton submitting={form.submitting}>{t.save}</SubmitButton>
      </form>
      {leaving}
    </>
  );
}
