import { allCalls } from '@assoc/contract/all'
import { API_BASE } from '@assoc/contract'
import { z } from 'zod'

const schemaOf = (schema: z.ZodType) => {
  try {
    return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', cycles: 'ref', reused: 'inline' })
  } catch {
    return {}
  }
}

/** The contract as OpenAPI 3.1, for people who speak to the API from elsewhere. */
export function openApi(): unknown {
  return {
    openapi: '3.1.0',
    info: { title: 'Association console', version: '1' },
    paths: Object.fromEntries(
      allCalls.map((call) => [
        `${API_BASE}${call.path}`,
        {
          post: {
            summary: call.title,
            description: call.access.kind === 'permit' ? `permit ${call.access.code}` : call.access.kind === 'visitor' ? `visitor, proof: ${call.access.proof}` : call.access.kind,
            requestBody: { content: { [call.multipart ? 'multipart/form-data' : 'application/json']: { schema: schemaOf(call.request) } } },
            responses: {
              200: {
                description: 'envelope',
                content: call.blob
                  ? { 'application/octet-stream': {} }
                  : {
                      'application/json': {
                        schema: {
                          type: 'object',
                          properties: { returnCode: { type: 'string' }, returnMessage: { type: 'string' }, data: schemaOf(call.response) },
                        },
                      },
                    },
              },
            },
          },
        },
      ]),
    ),
  }
}
