import { notifications } from '@mantine/notifications'

/** Says in a corner, for a few seconds, that an act is done. */
export const doneNotice = (message: string): void => {
  notifications.show({ message, color: 'green', autoClose: 5000 })
}
