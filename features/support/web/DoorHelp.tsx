import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconHelp } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'

const VisitorQuestion = lazy(async () => ({ default: (await import('./VisitorQuestion.tsx')).VisitorQuestion }))

/** The way to ask for help before one is signed in; the dialog's code comes when it is first wanted. */
export function DoorHelp() {
  const { t } = useTranslation('session')
  const [opened, { open, close }] = useDisclosure()
  const [wanted, setWanted] = useState(false)
  const ask = () => {
    setWanted(true)
    open()
  }
  return (
    <>
      <Button variant="subtle" color="gray" leftSection={<IconHelp size={18} aria-hidden />} onClick={ask}>
        {t('help')}
      </Button>
      <Suspense>{wanted && <VisitorQuestion opened={opened} onClose={close} />}</Suspense>
    </>
  )
}
