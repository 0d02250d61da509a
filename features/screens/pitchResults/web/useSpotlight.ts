import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { usePerson } from '#features/core/account/web/person.ts'
import type { PitchItem } from '#features/core/pitch/fields.ts'
import { looksAfterPitches } from '#features/core/pitch/rules.ts'
import { useRefreshPitches } from '#features/core/pitch/web/pitchQueries.ts'
import { client } from '#web/client/client.ts'
import { useUndoNotice } from '#web/ui/notices.tsx'
import { useWording } from '#web/ui/wording.ts'

/** [ENT-010] The act that puts a pitch into the spotlight or takes it out, for those who look after pitches. */
export function useSpotlight({ uuid, spotlight, presentation_name: name }: PitchItem) {
  const { t } = useTranslation('pitch')
  const { roles } = usePerson()
  const refresh = useRefreshPitches()
  const undoable = useUndoNotice()
  const wording = useWording()
  if (!looksAfterPitches(roles)) return undefined
  const set = async (lit: boolean) => {
    await client.updatePitchSpotlight({ uuid, spotlight: lit })
    await refresh()
  }
  const run = () =>
    set(!spotlight).then(
      () =>
        undoable({
          message: t(spotlight ? 'spotlight.offDone' : 'spotlight.onDone', { name }),
          undo: () => set(spotlight),
        }),
      failure => notifications.show({ color: 'red', message: wording(failure) }),
    )
  return { label: t(spotlight ? 'spotlight.off' : 'spotlight.on'), run }
}
