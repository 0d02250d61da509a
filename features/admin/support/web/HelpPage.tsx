import { Anchor, Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMessageQuestion } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePerson } from '#features/core/account/web/person.ts'
import { Page } from '#web/ui/Page.tsx'
import { HelpTopics } from './HelpTopics.tsx'
import { MyTickets } from './MyTickets.tsx'
import { QuestionDialog } from './QuestionDialog.tsx'
import { TicketDrawer, useOpenTicket } from './TicketDrawer.tsx'
import './help.css'

/** [ROUTE-138, PROD-051] Answers, and the user's own questions. */
export function HelpPage() {
  const { t } = useTranslation('support')
  const { support_email: address } = usePerson()
  const [isAsking, { open, close }] = useDisclosure()
  const ticket = useOpenTicket()
  const ask = (
    <Button leftSection={<IconMessageQuestion size={16} aria-hidden />} onClick={open}>
      {t('ask.open')}
    </Button>
  )
  return (
    <Page title={t('help.title')} hint={t('help.hint')} act={ask}>
      <div className="help">
        <section aria-label={t('help.topics')}>
          <HelpTopics />
        </section>
        <aside className="help-side" aria-label={t('mine.title')}>
          <h2>{t('mine.title')}</h2>
          <MyTickets open={ticket.open} />
          <Text>
            <Anchor component={Link} to="/preGuide">
              {t('help.test')}
            </Anchor>
          </Text>
          {address && (
            <Text c="dimmed">
              {t('help.mail')} <Anchor href={`mailto:${address}`}>{address}</Anchor>
            </Text>
          )}
        </aside>
      </div>
      <QuestionDialog opened={isAsking} onClose={close} />
      <TicketDrawer ticket={ticket} />
    </Page>
  )
}
