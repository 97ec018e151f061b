import { ContentRef } from "@quire/core"

const whole = /^(?:[a-z][a-z0-9+.-]*:|[\\/#])/i

/** Whether readers are led to an address that is no part of the content (rule published-links). */
export const isFollowed = (url: string): boolean => ContentRef.isSafeUrl(url) && whole.test(url)
