import { useTranslation } from 'react-i18next'
import { useDisplayName } from '../ui/displayName.ts'
import { Page } from '../ui/Page.tsx'
import { usePerson } from './person.ts'

/** [SCREEN-009, SHELL-021] The first page of everybody but investors. */
export function Home() {
  const { t } = useTranslation('shell')
  const name = useDisplayName(usePerson())
  return <Page title={t('home.greeting', { name })}>{null}</Page>
}
