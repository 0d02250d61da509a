import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { useWording } from './wording.ts'

/** Long enough to read and to reach for it. */
const shownFor = 10_000

/** Answers a function that shows a notice of success with an undo. */
export function useUndoNotice(): (notice: { message: string; undo: () => Promise<unknown> }) => void {
  const { t } = useTranslation()
  const wording = useWording()
  return ({ message, undo }) => {
    const id = notifications.show({
      autoClose: shownFor,
      message: (
        <Group justify="space-between" wrap="nowrap">
          <span>{message}</span>
          <Button size="xs" variant="light" onClick={takeBack}>
            {t('act.undo')}
          </Button>
        </Group>
      ),
    })
    function takeBack() {
      notifications.hide(id)
      undo().catch(failure => notifications.show({ color: 'red', message: wording(failure) }))
    }
  }
}

/** Shows a notice of success for a few seconds. */
export const doneNotice = (message: string): void => {
  notifications.show({ message, color: 'green', autoClose: 5000 })
}
