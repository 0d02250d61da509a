import { ActionIcon, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconHelp } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#web/light/lazyPart.tsx'
import { dialogFailed } from '#web/light/PartFailed.tsx'

const QuestionDialog = lazyPart(
  async () => (await import('#features/admin/support/web/QuestionDialog.tsx')).QuestionDialog,
  {
    failed: (again, { opened, onClose }) => opened && dialogFailed(again, { onClose }),
  },
)

/** [SHELL-003] Asks a question from wherever one is; the dialog's code comes when it is first wanted. */
export function HelpButton() {
  const { t } = useTranslation('shell')
  const [opened, { open, close }] = useDisclosure()
  const [wanted, setWanted] = useState(false)
  const ask = () => {
    setWanted(true)
    open()
  }
  return (
    <>
      <Tooltip label={t('help')}>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('help')} onClick={ask}>
          <IconHelp size={20} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {wanted && <QuestionDialog opened={opened} onClose={close} />}
    </>
  )
}
