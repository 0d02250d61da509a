import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { writeItems } from '#contract/amounts.ts'
import { showMoney } from '#contract/money.ts'
import { writeDay } from '#contract/times.ts'
import type { PitchDetail } from '#features/core/pitch/fields.ts'
import { companyTexts } from '#features/core/pitch/rules.ts'
import { type Fact, Facts } from '#web/ui/record/Entity.tsx'
import { StateBadge } from '#web/ui/StateBadge.tsx'
import { Time } from '#web/ui/Time.tsx'
import './PitchFacts.css'
import { PitchTimes } from '#features/core/pitch/web/PitchTimes.tsx'

/** All filled-in fields of a pitch. `withTimes`: also its times, for places that show them nowhere else. */
export function PitchFacts({ pitch, withTimes = false }: { pitch: PitchDetail; withTimes?: boolean }) {
  const { t, i18n } = useTranslation('pitch')
  const names = new Map((pitch.team_names ?? []).map(({ email, name }) => [email, name]))
  const named = (emails: readonly string[]) =>
    writeItems(
      emails.map(email => names.get(email) ?? email),
      i18n.language,
    )
  const facts: Fact[] = [
    [t('fact.when'), withTimes && <PitchTimes key="when" pitch={pitch} />],
    [t('fact.presenter'), pitch.presenter_name],
    [t('fact.company'), pitch.company_name && <CompanyName key="company" pitch={pitch} />],
    [t('fact.legalName'), pitch.legal_name],
    [
      t('field.company_disclosure'),
      pitch.company_disclosure !== 'everybody' && t(`disclosure.${pitch.company_disclosure}`),
    ],
    [t('field.obfuscated_company_name'), pitch.obfuscated_company_name],
    [t('fact.product'), pitch.product_type],
    [t('fact.keywords'), pitch.keywords],
    [t('field.series'), pitch.series_name],
    [t('field.asked_amount'), showMoney(pitch.asked_amount)],
    [t('field.minimum_commitment'), showMoney(pitch.minimum_commitment)],
    [t('field.commit_until'), pitch.commit_until && dayOf(pitch.commit_until, i18n.language)],
    [t('fact.coHosts'), named(pitch.co_host)],
    [t('fact.moderators'), named(pitch.moderator)],
    [t('fact.access'), t(pitch.is_public ? 'access.public' : 'access.private')],
    [t('fact.invited'), t('people.invited', { count: pitch.attendees })],
    [t('fact.files'), writeItems(pitch.pitch_files, i18n.language)],
    [t('fact.assignee'), pitch.assignee],
    [t('fact.created'), <Time key="created" at={pitch.created_time} />],
    [t('fact.updated'), <Time key="updated" at={pitch.updated_time} />],
  ]
  const texts = companyTexts.map(
    text => ({ name: t(`field.${text}`), text: pitch[text], file: pitch[`${text}_file`] }) as const,
  )
  return (
    <div className="pitch-facts">
      <Facts facts={facts} />
      {texts.map(
        ({ name, text, file }) =>
          (text || file) && (
            <section key={name}>
              <Text fw={600}>{name}</Text>
              {text && <p className="pitch-text">{text}</p>}
              {file && <Anchor href={file.url}>{file.filename}</Anchor>}
            </section>
          ),
      )}
    </div>
  )
}

/** The company's name, and whether it was approved as an enterprise under it. */
function CompanyName({ pitch: { company_name, company_verified } }: { pitch: PitchDetail }) {
  const { t } = useTranslation('pitch')
  return (
    <>
      {company_name} {company_verified && <StateBadge tone="good">{t('fact.verified')}</StateBadge>}
    </>
  )
}

/** A calendar day, MM/DD/YYYY on the wire, in the reader's language. */
function dayOf(written: string, language: string): string {
  const [month, day, year] = written.split('/')
  return writeDay(`${year}-${month}-${day}`, language, 'day')
}
