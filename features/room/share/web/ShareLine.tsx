import { IconScreenShare } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import { Button } from '#web/light/Button.tsx'
import type { Sharing } from './useShare.ts'

/** Names the shared screen's person, with a button to stop it for people who may. */
export function ShareLine({ share, isMine, mayEnd, stop }: Sharing) {
  const { t } = useTranslation('room')
  const shownName = useShownName()
  if (share && !isMine && !mayEnd) return null
  return (
    <p>
      <IconScreenShare size={18} aria-hidden />
      {share && !isMine
        ? t('banner.sharedBy', { name: shownName(share.name) })
        : t(share?.device === 'second' ? 'banner.sharingSecond' : 'banner.sharing')}
      <Button look="quiet" onClick={stop}>
        {t('banner.stopSharing')}
      </Button>
    </p>
  )
}
