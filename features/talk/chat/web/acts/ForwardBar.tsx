import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FORWARDED_AT_ONCE } from '#features/talk/chat/rules.ts'
import { Button } from '#web/light/Button.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'
import type { Forwarding } from './useMessageActs.ts'

/** [PERM-056, PERM-057] The messages that a moderator has chosen, and a button that forwards them. */
export function ForwardBar({ forwarding }: { forwarding: Forwarding }) {
  const { t } = useTranslation('acts')
  const [done, setDone] = useState<{ forwarded: number; already: number }>()
  const forward = useAct(async () => setDone(await forwarding.forward([...forwarding.chosen])))
  const count = forwarding.chosen.size
  return (
    <div className="chat-forward">
      <p role="status">
        {count > 0
          ? t(count >= FORWARDED_AT_ONCE ? 'chosenMost' : 'chosen', { count })
          : done && t(done.forwarded > 0 ? 'forwarded' : 'forwardedBefore', { count: done.forwarded })}
      </p>
      {count > 0 && (
        <>
          <Button look="quiet" onClick={forwarding.clear}>
            {t('clear')}
          </Button>
          <Button busy={forward.busy} onClick={() => forward.run()}>
            <IconSend size={16} aria-hidden />
            {t('forward')}
          </Button>
        </>
      )}
      <Notice failure={forward.failure} />
    </div>
  )
}
