import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconHelp } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#web/light/lazyPart.tsx'
import { dialogFailed } from '#web/light/PartFailed.tsx'

const VisitorQuestion = lazyPart(async () => (await import('./VisitorQuestion.tsx')).VisitorQuestion, {
  failed: (again, { opened, onClose }) => opened && dialogFailed(again, { onClose }),
})

/** The help button before sign-in; the dialog's code is loaded on first use. */
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
      {wanted && <VisitorQuestion opened={opened} onClose={close} />}
    </>
  )
}
