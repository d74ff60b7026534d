// The policy of our pages forbids making code from text, and reports every try. Zod tries unless it is told not to.
test('the contract checks a form without trying to make code', async () => {
  const made = jest.fn()
  const real = globalThis.Function
  globalThis.Function = new Proxy(real, {
    construct(target, args: string[]) {
      made(...args)
      return Reflect.construct(target, args) as object
    },
  })
  try {
    const { loginTheUser } = await import('@assoc/contract/rbac/sign-in')
    expect(loginTheUser.request.safeParse({}).success).toBe(false)
    expect(made).not.toHaveBeenCalled()
    // Control: left to itself it does.
    const { z } = await import('zod')
    z.config({ jitless: false })
    z.object({ a: z.string() }).safeParse({ a: 'x' })
    expect(made).toHaveBeenCalled()
  } finally {
    globalThis.Function = real
  }
})
