import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { JoinInfo } from '#features/room/room/web/joinInfo.ts'
import { Button } from '#web/light/Button.tsx'
import { StatePage } from '#web/light/StatePages.tsx'
import { OutsidePage } from './OutsidePage.tsx'

/** The page after leaving a live pitch, with a button that returns to it. */
export function LeftPage({ info, onReturn }: { info: JoinInfo; onReturn: () => void }) {
  const { t } = useTranslation('room')
  return (
    <OutsidePage>
      <StatePage title={t('left.title')} hint={t('left.hint', { name: info.presentation_name })}>
        <Button autoFocus onClick={onReturn}>
          {t('left.return')}
        </Button>
        <Link className="plain-button quiet" to="/">
          {t('head.start')}
        </Link>
      </StatePage>
    </OutsidePage>
  )
}
