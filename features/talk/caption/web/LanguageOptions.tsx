import { useTranslation } from 'react-i18next'
import { captionLanguages } from '#features/talk/caption/rules.ts'

/** The languages of captions, as options of a select. */
export function LanguageOptions() {
  const { t } = useTranslation('caption')
  return captionLanguages.map(language => (
    <option key={language} value={language}>
      {t(`language.${language}`)}
    </option>
  ))
}
