import React from 'react'

// React's development version records the stack of every element that it makes, up to ten thousand a second: a sixth of
// the time of these tests. Without it, warnings still name the components that they are about.
const internals: object = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => {} })
