import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePerson } from '#features/core/account/web/person.ts'
import { useDisplayName } from '#web/ui/displayName.ts'
import { FormSection } from '#web/ui/Page.tsx'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'
import { StateBadge, type Tone } from '#web/ui/StateBadge.tsx'
import type { Info } from './personalInfo.ts'
import './PublicCard.css'

const tones: Record<Info['status'], Tone> = { online: 'good', away: 'warn', busy: 'bad' }

/** What people in the same pitch see of the user, as saved. */
export function PublicCard({ info }: { info: Info }) {
  const { t } = useTranslation('profile')
  const name = useDisplayName(info)
  const acting = usePerson().impersonate_model
  const { position, company_name: company, linkedin_publicProfileUrl: linkedin } = info
  const work = position && company ? t('others.at', { position, company }) : position || company
  return (
    <FormSection title={t('others.title')} hint={t('others.hint', { organisation: info.org_name })}>
      <div className="shown-card">
        <Link to="/personal-info/avatar" className="shown-card-face">
          <PersonAvatar person={info} size={72} />
          <span className="unseen">{t('others.picture')}</span>
        </Link>
        <div>
          <Text fw={600} size="md" className="shown-card-name">
            {name}
            {/* not during an impersonation; the person, who may never have signed in, is not for that */}
            {(info.status !== 'online' || !acting) && (
              <>
                {' '}
                <StateBadge tone={tones[info.status]}>{t(`status.${info.status}`)}</StateBadge>
              </>
            )}
          </Text>
          <Text {...(work ? {} : { c: 'dimmed' })}>{work || t('others.nothing')}</Text>
          {linkedin && (
            <Anchor href={linkedin} target="_blank" rel="noopener noreferrer nofollow">
              {t('others.linkedin')}
            </Anchor>
          )}
        </div>
        <Anchor component={Link} to="/personal-info/avatar" className="shown-card-act" aria-hidden tabIndex={-1}>
          {t('others.picture')}
        </Anchor>
      </div>
    </FormSection>
  )
}
