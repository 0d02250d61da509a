import { Button, Textarea, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#contract/call.ts'
import { commitmentCalls } from '#features/results/commitment/contract.ts'
import { languages } from '#web/i18n/language.ts'
import { FormSection } from '#web/ui/Page.tsx'
import { CallForm } from '#web/ui/record/CallForm.tsx'
import { callQuery } from '#web/ui/record/callQuery.ts'
import { Entity, Facts } from '#web/ui/record/Entity.tsx'
import { useCallForm } from '#web/ui/record/useCallForm.ts'
import { Time } from '#web/ui/Time.tsx'
import './statement.css'

type Versions = Answer<typeof commitmentCalls.getCommitmentStatementList>

/** The versions that the page shows; the audit log has all. */
const limit = 100

/** What a commitment is, in the organization's own words, with the versions of before. */
export function StatementSetting() {
  const { t } = useTranslation('statement')
  const stored = useQuery(callQuery('getCommitmentStatementList', { limit }))
  return (
    <FormSection title={t('setting.title')} hint={t('setting.hint')}>
      <Entity query={stored}>
        {versions => (
          <>
            <StatementForm key={versions.current.version} stored={versions} />
            {versions.items.length > 0 && <VersionList versions={versions.items} />}
          </>
        )}
      </Entity>
    </FormSection>
  )
}

function VersionList({ versions }: { versions: Versions['items'] }) {
  const { t } = useTranslation('statement')
  const nameOf = useLanguageNames()
  return (
    <section className="statement-versions" aria-labelledby="statement-versions">
      <Title order={3} id="statement-versions">
        {t('versions.title')}
      </Title>
      <ul>
        {versions.map(one => (
          <li key={one.version}>
            <strong>{t('versions.one', { version: one.version, name: one.by })}</strong> <Time at={one.at} />
            <Facts
              facts={languages.map(language => [
                nameOf(language),
                <span key={language} lang={one[language] ? language : undefined}>
                  {one[language] || t('setting.default')}
                </span>,
              ])}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function StatementForm({ stored: { current, defaults } }: { stored: Versions }) {
  const { t } = useTranslation('statement')
  const nameOf = useLanguageNames()
  const form = useCallForm(commitmentCalls, 'updateCommitmentStatement', {
    start: current,
    confirm: () => ({ title: t('confirm.title'), act: t('setting.save'), body: t('confirm.body') }),
    done: t('setting.saved'),
  })
  const foot = (
    <Button type="submit" disabled={!form.isChanged} loading={form.isSending} style={{ alignSelf: 'flex-start' }}>
      {t('setting.save')}
    </Button>
  )
  return (
    <CallForm form={form} failed={t('setting.notSaved')} foot={foot}>
      {languages.map(language => (
        <Textarea
          key={language}
          label={nameOf(language)}
          lang={language}
          placeholder={defaults[language]}
          autosize
          minRows={2}
          {...form.text(language)}
          required={false}
        />
      ))}
    </CallForm>
  )
}

/** Each language by its own name. */
function useLanguageNames() {
  const { t } = useTranslation()
  return (language: (typeof languages)[number]) => t(`languages.${language}`)
}
