import { Anchor, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { MyAccountAccess } from '#features/access/impersonation/web/MyAccountAccess.tsx'
import { mayOpen } from '#features/access/session/web/guard.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { FormColumn, FormSection, Page } from '#web/ui/Page.tsx'
import { AccountFacts } from './AccountFacts.tsx'
import { EmailSection } from './EmailSection.tsx'
import { MobileSection } from './MobileSection.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { PublicCard } from './PublicCard.tsx'
import { infoQuery } from './personalInfo.ts'
import { UsernameSection } from './UsernameSection.tsx'
import './Profile.css'

/** [SCREEN-011, ROUTE-079] What others see of the user, their contact details, and how they sign in. */
export function Profile() {
  const { t } = useTranslation('profile')
  const person = usePerson()
  const info = useQuery(infoQuery)
  const [saves, setSaves] = useState(0)
  return (
    <Page title={t('title')} hint={t('hint')}>
      <FormColumn>
        {info.isError && <ErrorNotice failure={info.error} retry={() => info.refetch()} />}
        {info.isPending && <Skeleton height={480} />}
        {info.data && (
          <div className="profile-parts">
            <PublicCard info={info.data} />
            <ProfileForm key={saves} info={info.data} onSaved={() => setSaves(count => count + 1)} />
            <EmailSection info={info.data} />
            <UsernameSection info={info.data} />
            <MobileSection info={info.data} />
            {mayOpen(person, '/personal-info/update-password') && (
              <FormSection title={t('password.title')} hint={t('password.hint')}>
                <Anchor component={Link} to="/personal-info/update-password">
                  {t('password.link')}
                </Anchor>
              </FormSection>
            )}
            <MyAccountAccess />
            <AccountFacts info={info.data} />
          </div>
        )}
      </FormColumn>
    </Page>
  )
}
