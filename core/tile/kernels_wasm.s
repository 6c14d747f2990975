#include "go_asm.h"
#include "textflag.h"

// The kernels that kernels_generic.go describes, in the same order. What core/solve/kernels_wasm.s says of itself holds
// here, too.

// BYTE, HALF and WORD push what is some bytes behind a base: 8, 16 or 64 bits.
#define BYTE(base, offset) \
	Get base; \
	I32WrapI64; \
	I64Load8U $(offset)

#define HALF(base, offset) \
	Get base; \
	I32WrapI64; \
	I64Load16U $(offset)

#define WORD(base, offset) \
	Get base; \
	I32WrapI64; \
	I64Load $(offset)

// NEXT takes the first square out of a set, and goes on with the loop if there are more.
#define NEXT(lanes) \
	Get lanes; \
	Get lanes; \
	I64Const $1; \
	I64Sub; \
	I64And; \
	Tee lanes; \
	I64Const $0; \
	I64Ne; \
	BrIf $0

// func encodeLike(e *rangeEncoder, d *Description, chances *[contexts]uint16, row int, lanes board.Bitboard) (left board.Bitboard)
TEXT ·encodeLike(SB), NOSPLIT, $0-48
	MOVD e+0(FP), R0
	MOVD d+8(FP), R1
	MOVD chances+16(FP), R2
	MOVD row+24(FP), R3
	MOVD lanes+32(FP), R4
	MOVD $·agreements(SB), R7
	MOVD $·relationHint(SB), R8
	MOVD $·outcomeOf(SB), R9
	WORD(R0, rangeEncoder_low)
	Set R5
	WORD(R0, rangeEncoder_width)
	Set R6
	WORD(R0, rangeEncoder_out)
	WORD(R0, rangeEncoder_n)
	I64Add
	Set R14 // where the next byte goes
	Get R1
	Get R3
	I64Const $6
	I64Shl
	I64Add
	Set R3 // the canvas, moved by the entries before the row
	Block
		Get R4
		I64Eqz
		BrIf $0
		Loop
			Get R3
			Get R4
			I64Ctz
			I64Add
			Set R10 // the canvas, moved by the entries before this one

			BYTE(R10, canvas_others)
			I64Const $const_traitShift
			I64Shl
			BYTE(R10, Description_differ)
			I64Or
			I64Const $(const_tellings-1)
			I64And
			I64Const $agreement__size
			I64Mul
			Get R7
			I64Add
			Set R11 // the agreement
			BYTE(R11, agreement_values)
			I64Eqz
			BrIf $1

			Get R10
			HALF(R11, agreement_from)
			I64Add
			I32WrapI64
			I64Load8U $canvas_ranks
			Tee R12 // the first rank
			BYTE(R10, canvas_ranks+const_margin)
			I64Ne
			BrIf $1

			// The hint: of the agreement, of the second rank beside the first, of the trait and the outcome.
			HALF(R11, agreement_hint)
			Get R10
			HALF(R11, agreement_from+2)
			I64Add
			I32WrapI64
			I64Load8U $canvas_ranks
			Get R12
			I64Sub
			I64Const $1
			I64Shl
			Get R8
			I64Add
			I32WrapI64
			I64Load16U $512
			I64Add
			BYTE(R10, canvas_traits+const_margin)
			I64Const $const_outcomes
			I64Mul
			I64Add
			Get R9
			Get R12
			I64Add
			I32WrapI64
			I64Load8U $0
			I64Add

			// Its chance.
			I64Const $const_noises
			I64Mul
			BYTE(R10, canvas_missed)
			I64Add
			BYTE(R10, canvas_missed+const_rowBefore-1)
			I64Add
			I64Const $1
			I64Shl
			Get R2
			I64Add
			I32WrapI64
			I64Load16U $(2*const_firstSame)

			Get R6
			I64Const $const_probBits
			I64ShrU
			I64Mul
			Set R6
			Get R10
			I32WrapI64
			I64Const $0
			I64Store8 $(canvas_missed+const_rowBefore)

			// Bytes that are certain are written.
			Block
				Loop
					Get R6
					I64Const $const_rangeTop
					I64GeU
					BrIf $1
					Get R5
					I64Const $32
					I64ShrU
					I64Eqz
					I32Eqz
					If
						// The carry: one is added to what is written.
						Get R14
						Set R13
						Loop
							Get R13
							I64Const $1
							I64Sub
							Tee R13
							I32WrapI64
							BYTE(R13, 0)
							I64Const $1
							I64Add
							I64Const $255
							I64And
							Tee R15
							I64Store8 $0
							Get R15
							I64Eqz
							BrIf $0
						End
					End
					Get R14
					I32WrapI64
					Get R5
					I64Const $24
					I64ShrU
					I64Store8 $0
					Get R14
					I64Const $1
					I64Add
					Set R14
					Get R5
					I64Const $8
					I64Shl
					I64Const $0xffffffff
					I64And
					Set R5
					Get R6
					I64Const $8
					I64Shl
					Set R6
					Br $0
				End
			End

			NEXT(R4)
		End
	End
	Get R0
	I32WrapI64
	Get R5
	I64Store $rangeEncoder_low
	Get R0
	I32WrapI64
	Get R6
	I64Store $rangeEncoder_width
	Get R0
	I32WrapI64
	Get R14
	WORD(R0, rangeEncoder_out)
	I64Sub
	I64Store $rangeEncoder_n
	Get SP
	Get R4
	I64Store left+40(FP)
	RET

// func readFrom(c *canvas, values *value.Byte, ranks *[256]value.Rank, stride, row int, lanes board.Bitboard)
TEXT ·readFrom(SB), NOSPLIT, $0-48
	MOVD c+0(FP), R0
	MOVD values+8(FP), R1
	MOVD ranks+16(FP), R2
	MOVD stride+24(FP), R3
	MOVD row+32(FP), R4
	MOVD lanes+40(FP), R5
	Get R5
	I64Eqz
	If
		RET
	End
	Get R0
	Get R4
	I64Const $6
	I64Shl
	I64Add
	Set R4 // the canvas, moved by the entries before the row
	Loop
		Get R4
		Get R5
		I64Ctz
		I64Add
		Set R6 // the canvas, moved by the entries before this one

		Get R5
		I64Ctz
		Get R3
		I64Mul
		Get R1
		I64Add
		I32WrapI64
		I64Load8U $0
		Get R2
		I64Add
		I32WrapI64
		I64Load8U $0
		Set R7 // the rank

		BYTE(R6, canvas_traits+const_margin)
		I64Const $(const_traits-1)
		I64And
		I64Const $1
		I64Shl
		Get R0
		I64Add
		Set R8
		HALF(R8, canvas_last)
		Set R9 // the last rank with the trait

		Get R6
		I32WrapI64
		BYTE(R6, canvas_others)
		Get R9
		I64Const $const_unknown
		I64And
		I64Const $const_traitShift
		I64ShrU
		I64Or
		I64Store8 $canvas_others

		Get R6
		I32WrapI64
		Get R7
		I64Store8 $(canvas_ranks+const_margin)
		Get R6
		I32WrapI64
		Get R9
		I64Store8 $(canvas_ranks+const_lastRanks)
		Get R8
		I32WrapI64
		Get R7
		I64Store16 $canvas_last

		NEXT(R5)
	End
	RET
