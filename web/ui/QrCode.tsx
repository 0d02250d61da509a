import { useEffect, useState } from 'react'

/** An address for a telephone's camera. The encoder is fetched with the first one that is shown. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [picture, setPicture] = useState<string>()
  useEffect(() => {
    let current = true
    import('qrcode')
      .then(({ default: qrcode }) => qrcode.toDataURL(text, { margin: 0, width: 480, errorCorrectionLevel: 'M' }))
      .then(found => current && setPicture(found))
    return () => {
      current = false
    }
  }, [text])
  return picture ? <img className="flyer-code" src={picture} alt={label} /> : <span className="flyer-code" />
}
