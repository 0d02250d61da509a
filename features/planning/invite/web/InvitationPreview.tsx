import { Alert, Checkbox, Group, SegmentedControl, Select, Skeleton, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/fields.ts'
import { client } from '#web/client/client.ts'
import { languages } from '#web/i18n/language.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { doneNotice } from '#web/ui/notices.tsx'
import { callQuery, useRefresh } from '#web/ui/record/callQuery.ts'
import { inviteCalls } from '../contract.ts'
import './InvitationPreview.css'

const knownLanguage = (name: string): Language => languages.find(known => known === name) ?? 'en'

/** The invitation beside the form that sends it, and whether it shows the first slide. */
export function InvitationPreview({ uuid, locked }: { uuid: string; locked: boolean }) {
  const { t, i18n } = useTranslation(['invite', 'common'])
  const [language, setLanguage] = useState<Language>(knownLanguage(i18n.language))
  const [form, setForm] = useState<'html' | 'text'>('html')
  const title = useId()
  const preview = useQuery({
    ...callQuery('getInvitationPreview', { uuid, language }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className="invitation-preview" aria-labelledby={title}>
      <Stack gap="sm">
        <div>
          <Title order={2} id={title}>
            {t('mailPreview.title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('mailPreview.hint')}
          </Text>
        </div>
        <Group gap="sm" align="flex-end">
          <Select
            label={t('mailPreview.language')}
            allowDeselect={false}
            data={languages.map(value => ({ value, label: t(`common:languages.${value}`) }))}
            value={language}
            onChange={value => value && setLanguage(knownLanguage(value))}
          />
          <SegmentedControl
            aria-label={t('mailPreview.form')}
            data={(['html', 'text'] as const).map(value => ({ value, label: t(`mailPreview.forms.${value}`) }))}
            value={form}
            onChange={value => setForm(value === 'text' ? 'text' : 'html')}
          />
        </Group>
        <ErrorNotice failure={preview.data ? undefined : preview.error} retry={preview.refetch} />
        {!preview.data && !preview.error && <Skeleton height={480} />}
        {preview.data && <Mail mail={preview.data} form={form} language={language} />}
        {preview.data && !locked && <SlideChoice uuid={uuid} mail={preview.data} />}
      </Stack>
    </section>
  )
}

type Shown = Awaited<ReturnType<typeof client.getInvitationPreview>>

function Mail({ mail, form, language }: { mail: Shown; form: 'html' | 'text'; language: Language }) {
  const { t } = useTranslation('invite')
  return (
    <div className="invitation-mail">
      <dl>
        <dt>{t('mailPreview.from')}</dt>
        <dd>{mail.sender}</dd>
        <dt>{t('mailPreview.subject')}</dt>
        <dd lang={language}>{mail.subject}</dd>
      </dl>
      {form === 'html' ? (
        // without scripts and without our origin; its links lead nowhere
        <iframe title={mail.subject} sandbox="" srcDoc={mail.html} />
      ) : (
        <pre lang={language}>{mail.text}</pre>
      )}
    </div>
  )
}

function SlideChoice({ uuid, mail }: { uuid: string; mail: Shown }) {
  const { t } = useTranslation('invite')
  const refresh = useRefresh(inviteCalls)
  const changing = useMutation({
    mutationFn: (show: boolean) => client.updateInvitationSlide({ uuid, show }),
    onSuccess: async (_, show) => {
      await refresh()
      doneNotice(t(show ? 'mailPreview.slideOn' : 'mailPreview.slideOff'))
    },
  })
  if (!mail.has_slide && !mail.slide)
    return (
      <Alert variant="light" color="gray">
        {t('mailPreview.slideNone')}
      </Alert>
    )
  return (
    <>
      <Checkbox
        label={t('mailPreview.slide')}
        description={t('mailPreview.slideHint')}
        checked={changing.isPending ? changing.variables : mail.slide}
        disabled={changing.isPending}
        onChange={event => changing.mutate(event.currentTarget.checked)}
      />
      <ErrorNotice failure={changing.error} />
    </>
  )
}
