import { IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/fields.ts'
import { chooseLanguage } from '#web/i18n/i18n.ts'
import { languages } from '#web/i18n/language.ts'

/** The language, where there is no Mantine: the browser's own list. */
export function LanguageSelect() {
  const { t, i18n } = useTranslation(['site', 'common'])
  return (
    <label className="public-language">
      <IconLanguage size={18} aria-hidden />
      <select
        aria-label={t('site:language')}
        value={i18n.language}
        onChange={event => chooseLanguage(event.currentTarget.value as Language)}
      >
        {languages.map(language => (
          <option key={language} value={language} lang={language}>
            {t(`common:languages.${language}`)}
          </option>
        ))}
      </select>
    </label>
  )
}
