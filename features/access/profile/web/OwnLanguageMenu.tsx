import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { usePerson } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'
import { showResourceIds } from '#web/i18n/i18n.ts'
import { LanguageMenu } from '#web/ui/LanguageMenu.tsx'

/** [SHELL-026, SHELL-028] The language of the interface, which is from then on that of the person's emails as well. */
export function OwnLanguageMenu() {
  const { t } = useTranslation()
  const { roles } = usePerson()
  return (
    <LanguageMenu onPick={language => client.updateLanguage({ language })}>
      {roles.some(role => role === 'superadmin' || role === 'admin') && (
        <Menu.Item onClick={showResourceIds}>{t('languages.cimode')}</Menu.Item>
      )}
    </LanguageMenu>
  )
}
