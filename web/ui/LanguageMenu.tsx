import { Button, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCheck, IconLanguage } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/fields.ts'
import { chooseLanguage } from '#web/i18n/i18n.ts'
import { languages } from '#web/i18n/language.ts'

interface Props {
  /** Called when a language is chosen. */
  onPick?: (language: Language) => Promise<unknown>
  /** More entries of the menu. */
  children?: ReactNode
}

/** [SHELL-005, SHELL-027] The language of the interface. */
export function LanguageMenu({ onPick, children }: Props) {
  const { t, i18n } = useTranslation(['shell', 'common'])
  const current = i18n.language as Language | 'cimode'

  async function pick(language: Language) {
    await chooseLanguage(language)
    await onPick?.(language)
    // [SHELL-030]
    notifications.show({ message: i18n.t('shell:language.changed'), color: 'green', icon: <IconCheck size={16} /> })
  }

  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconLanguage size={18} aria-hidden />}
          aria-label={t('common:pair', { label: t('shell:language.choose'), value: t(`common:languages.${current}`) })}
          className="language"
        >
          <span className="language-name">{t(`common:languages.${current}`)}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map(language => (
          <Menu.Item
            key={language}
            lang={language}
            aria-current={language === current || undefined}
            rightSection={language === current ? <IconCheck size={16} aria-hidden /> : null}
            onClick={() => pick(language)}
          >
            {t(`common:languages.${language}`)}
          </Menu.Item>
        ))}
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}
