import { Text, Title } from '@mantine/core'
import { createContext, type ReactNode, use, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import mark from '#web/theme/mark.svg'
import { LanguageMenu } from '#web/ui/LanguageMenu.tsx'
import { doorLanguage } from './doorLanguage.ts'
import './Door.css'

/** What is shown beside the language at the top of every door; the app puts the link to support there. */
export const DoorTools = createContext<ReactNode>(null)

/** The frame of the pages before sign-in: the product, one small form, the language. */
export function Door({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation(['session', 'common'])
  useEffect(() => {
    document.title = `${title} · ${t('common:product')}`
  }, [title, t])
  return (
    <div className="door">
      <header className="door-top">
        <img src={mark} alt="" width={32} height={32} />
        <span className="door-name">{t('common:product')}</span>
        <span className="door-tagline">{t('session:signIn.tagline')}</span>
        <div className="door-language">
          {use(DoorTools)}
          <LanguageMenu onPick={doorLanguage.note} />
        </div>
      </header>
      <main className="door-card">
        <Title order={1} className="door-title">
          {title}
        </Title>
        {hint && (
          <Text c="dimmed" mb="lg">
            {hint}
          </Text>
        )}
        {children}
      </main>
    </div>
  )
}
