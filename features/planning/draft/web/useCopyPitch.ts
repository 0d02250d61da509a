import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { draftPaths } from '#features/core/pitch/web/pitchActs.ts'
import { client } from '#web/client/client.ts'
import { doneNotice } from '#web/ui/notices.tsx'
import { useWording } from '#web/ui/wording.ts'

/** [GAP-002, ERR-037] Makes a draft of a pitch and opens it. */
export function useCopyPitch(): (uuid: string) => void {
  const { t } = useTranslation('drafts')
  const wording = useWording()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const copying = useMutation({
    mutationFn: (uuid: string) => client.copyPitch({ uuid }),
    onSuccess: async ({ id }) => {
      doneNotice(t('copy.done'))
      await queries.invalidateQueries({ queryKey: ['pitch'] })
      navigate(draftPaths.edit(id))
    },
    onError: failure => {
      notifications.show({ color: 'red', title: t('copy.failed'), message: wording(failure) })
    },
  })
  return uuid => {
    if (!copying.isPending) copying.mutate(uuid)
  }
}
