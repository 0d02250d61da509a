/** `iv•••@quill.test`: enough for its owner to recognize it, too little to write to. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, Math.min(2, Math.max(1, at - 1)))}•••${email.slice(at)}`
}

/** `+12 ••• 43` */
export const maskMobile = (mobile: string): string => `${mobile.slice(0, 3)} ••• ${mobile.slice(-2)}`
