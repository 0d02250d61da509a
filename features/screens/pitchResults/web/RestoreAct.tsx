import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { PitchItem } from '#features/core/pitch/fields.ts'
import { useRefreshPitches } from '#features/core/pitch/web/pitchQueries.ts'
import { client } from '#web/client/client.ts'
import { useWording } from '#web/ui/wording.ts'

/** Restores a deleted pitch. A failure shows beside the button. */
export function RestoreAct({ pitch }: { pitch: PitchItem }) {
  const { t } = useTranslation('pitch')
  const refresh = useRefreshPitches()
  const wording = useWording()
  const restore = useMutation({ mutationFn: () => client.restorePitch({ uuid: pitch.uuid }), onSuccess: refresh })
  return (
    <span className="pitch-row-acts">
      {restore.error && (
        <Text size="xs" c="red" role="alert">
          {wording(restore.error)}
        </Text>
      )}
      <Button
        variant="default"
        size="compact-sm"
        loading={restore.isPending}
        aria-label={t('restore.one', { name: pitch.presentation_name })}
        onClick={() => restore.mutate()}
      >
        {t('restore.act')}
      </Button>
    </span>
  )
}
