import { Radio, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/fields.ts'
import { client } from '#web/client/client.ts'
import { chooseLanguage } from '#web/i18n/i18n.ts'
import { languages } from '#web/i18n/language.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { doneNotice } from '#web/ui/notices.tsx'
import { Page } from '#web/ui/Page.tsx'
import { useKeepInfo } from './personalInfo.ts'

/** [ROUTE-081, NAV-010] The language of the console and of one's emails, where the top bar has no room for its menu. */
export function LanguagePage() {
  const { t, i18n } = useTranslation(['profile', 'common'])
  const keep = useKeepInfo()
  const choose = useMutation({
    mutationFn: async (language: Language) => {
      await chooseLanguage(language)
      return client.updatePersonalInfo({ language })
    },
    onSuccess: async saved => {
      await keep(saved)
      doneNotice(i18next.t('profile:language.chosen'))
    },
  })
  return (
    <Page title={t('profile:language.pageTitle')} hint={t('profile:language.pageHint')}>
      <Radio.Group
        aria-label={t('profile:language.field')}
        value={i18n.language}
        onChange={language => choose.mutate(language as Language)}
      >
        <Stack gap="md">
          {languages.map(language => (
            <Radio
              key={language}
              value={language}
              lang={language}
              size="md"
              label={t(`common:languages.${language}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <ErrorNotice failure={choose.error} title={t('profile:failed')} />
    </Page>
  )
}
