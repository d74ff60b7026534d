import { yearNow } from '@assoc/contract/core/day'
import { previewExpertStatements, startExpertStatements } from '@assoc/contract/expert/statement'
import { Alert, FormDrawer, type CreateDialog, useAnswer } from '@assoc/ui'
import { useState } from 'react'

/** Sends the yearly form to the experts in office. */
export function Start({ onClose, onDone }: CreateDialog) {
  const [year] = useState(yearNow)
  const { data } = useAnswer(previewExpertStatements, { statementYear: year })
  return (
    <FormDrawer
      open
      title="发起年度申报"
      call={startExpertStatements}
      fields={[
        { name: 'statementYear', kind: 'number' },
        { name: 'endTime', kind: 'dateTime' },
      ]}
      initial={{ statementYear: year }}
      submitText="发起"
      onClose={onClose}
      onDone={({ experts }) => onDone(`已向 ${experts} 位专家发起，专家在待填问卷中填报`)}
    >
      {data ? (
        <>
          <Alert type="info" showIcon title={`${year} 年将向 ${data.experts} 位在聘专家发起${data.stated > 0 ? `，已发起 ${data.stated} 位` : ''}。专家提交后由另一人审核，通过后写入专家库。`} style={{ marginBottom: 12 }} />
          {data.without > 0 ? (
            <Alert
              type="warning"
              showIcon
              style={{ marginBottom: 12 }}
              title={`${data.without} 位专家没有可登录的账号，不能填报`}
              description={`账号按登记的手机号码对应：${data.names.join('、')}${data.without > data.names.length ? ` 等 ${data.without} 位` : ''}`}
            />
          ) : null}
        </>
      ) : null}
    </FormDrawer>
  )
}
