#include "textflag.h"

// The kernels of kernels_generic.go, in the same order. See there for their descriptions.
//
// They check neither bounds nor nil, and keep all data in registers. Registers are zero at first. Pointers have 64
// bits, as Go passes them, and are wrapped at each use.
//
// Long because all kernels share its macros.

// AT pushes the address some bytes after a base.
#define AT(base, offset) \
	Get base; \
	Get offset; \
	I64Add; \
	I32WrapI64

// LOAD pushes the word at that address.
#define LOAD(base, offset) \
	AT(base, offset); \
	I64Load $0

// FIRST sets the offset in bytes of the first word of a set in a row.
#define FIRST(words, offset) \
	Get words; \
	I64Ctz; \
	I64Const $3; \
	I64Shl; \
	Set offset

// BIT_IF adds to a set the first square of another, if the condition on the stack holds.
#define BIT_IF(set, words) \
	I64ExtendI32U; \
	Get words; \
	I64Ctz; \
	I64Shl; \
	Get set; \
	I64Or; \
	Set set

// RETURN_IF_EMPTY returns from a kernel without a result if a set is empty.
#define RETURN_IF_EMPTY(words) \
	Get words; \
	I64Eqz; \
	If; \
	RET; \
	End

// LOWEST pushes the first square of a set, as a set.
#define LOWEST(words) \
	I64Const $0; \
	Get words; \
	I64Sub; \
	Get words; \
	I64And

// NEXT removes the first square of a set, and repeats the loop if the set is not empty.
#define NEXT(words) \
	Get words; \
	Get words; \
	I64Const $1; \
	I64Sub; \
	I64And; \
	Tee words; \
	I64Const $0; \
	I64Ne; \
	BrIf $0

// func AddLanes(to, lanes *[RowWords]board.Bitboard, words, free board.Bitboard)
TEXT ·AddLanes(SB), NOSPLIT, $0-32
	MOVD to+0(FP), R0
	MOVD lanes+8(FP), R1
	MOVD words+16(FP), R2
	MOVD free+24(FP), R3
	RETURN_IF_EMPTY(R2)
	Loop
		FIRST(R2, R4)
		AT(R0, R4)
		LOAD(R0, R4)
		LOAD(R1, R4)
		Get R3
		I64And
		I64Or
		I64Store $0
		NEXT(R2)
	End
	RET

// STEP exchanges neighbouring groups of bits: those of the mask, and those above them.
#define STEP(lanes, bits, mask) \
	Get lanes; \
	I64Const $bits; \
	I64ShrU; \
	I64Const $mask; \
	I64And; \
	Get lanes; \
	I64Const $mask; \
	I64And; \
	I64Const $bits; \
	I64Shl; \
	I64Or; \
	Set lanes

// CROSS exchanges the bits of the mask with the bits at the given distance below.
#define CROSS(lanes, bits, mask, x) \
	Get lanes; \
	Get lanes; \
	I64Const $bits; \
	I64Shl; \
	I64Xor; \
	I64Const $mask; \
	I64And; \
	Tee x; \
	Get lanes; \
	I64Xor; \
	Get x; \
	I64Const $bits; \
	I64ShrU; \
	I64Xor; \
	Set lanes

// func ImageLanes(to, lanes *[RowWords]board.Bitboard, words board.Bitboard, from *[64]board.Square,
//	symmetry board.Symmetry)
TEXT ·ImageLanes(SB), NOSPLIT, $0-33
	MOVD to+0(FP), R0
	MOVD lanes+8(FP), R1
	MOVD words+16(FP), R2
	MOVD from+24(FP), R3
	I64Load8U symmetry+32(FP)
	Set R4
	RETURN_IF_EMPTY(R2)
	Loop
		Get R2
		I64Ctz
		Tee R5
		Get R3
		I64Add
		I32WrapI64
		I64Load8U $0
		I64Const $3
		I64Shl
		Get R1
		I64Add
		I32WrapI64
		I64Load $0
		Set R6
		Get R4
		I32WrapI64
		I32Const $1
		I32And
		If
			STEP(R6, 1, 0x5555555555555555)
			STEP(R6, 2, 0x3333333333333333)
			STEP(R6, 4, 0x0f0f0f0f0f0f0f0f)
		End
		Get R4
		I32WrapI64
		I32Const $2
		I32And
		If
			STEP(R6, 8, 0x00ff00ff00ff00ff)
			STEP(R6, 16, 0x0000ffff0000ffff)
			Get R6
			I64Const $32
			I64Rotl
			Set R6
		End
		Get R4
		I32WrapI64
		I32Const $4
		I32And
		If
			CROSS(R6, 28, 0x0f0f0f0f00000000, R7)
			CROSS(R6, 14, 0x3333000033330000, R7)
			CROSS(R6, 7, 0x5500550055005500, R7)
		End
		Get R0
		Get R5
		I64Const $3
		I64Shl
		I64Add
		I32WrapI64
		Get R6
		I64Store $0
		NEXT(R2)
	End
	RET

// func keepLanes(lanes, won *[RowWords]board.Bitboard, words, way board.Bitboard) (none board.Bitboard)
TEXT ·keepLanes(SB), NOSPLIT, $0-40
	MOVD lanes+0(FP), R0
	MOVD won+8(FP), R1
	MOVD words+16(FP), R2
	MOVD way+24(FP), R3
	Get R2
	I64Const $0
	I64Ne
	If
		Loop
			FIRST(R2, R4)
			AT(R0, R4)
			LOAD(R0, R4)
			LOAD(R1, R4)
			Get R3
			I64Or
			I64And
			Tee R5
			I64Store $0
			Get R5
			I64Eqz
			BIT_IF(R6, R2)
			NEXT(R2)
		End
	End
	Get SP
	Get R6
	I64Store none+32(FP)
	RET

// func gatherLanes(lanes, next, won, held *[RowWords]board.Bitboard, words board.Bitboard) (found, full board.Bitboard)
TEXT ·gatherLanes(SB), NOSPLIT, $0-56
	MOVD lanes+0(FP), R0
	MOVD next+8(FP), R1
	MOVD won+16(FP), R2
	MOVD held+24(FP), R3
	MOVD words+32(FP), R4
	Get R4
	I64Const $0
	I64Ne
	If
		Loop
			FIRST(R4, R5)
			LOAD(R2, R5)
			LOAD(R3, R5)
			I64Or
			I64Const $-1
			I64Xor
			Set R6 // open
			AT(R0, R5)
			LOAD(R1, R5)
			Get R6
			I64And
			Tee R7
			I64Store $0
			AT(R1, R5)
			I64Const $0
			I64Store $0
			Get R7
			I64Const $0
			I64Ne
			BIT_IF(R8, R4)
			Get R6
			I64Eqz
			BIT_IF(R9, R4)
			NEXT(R4)
		End
	End
	Get SP
	Get R8
	I64Store found+40(FP)
	Get SP
	Get R9
	I64Store full+48(FP)
	RET

// func SettleLanes(closed, lanes, into *[RowWords]board.Bitboard,
//	words board.Bitboard) (full board.Bitboard, count int)
TEXT ·SettleLanes(SB), NOSPLIT, $0-48
	MOVD closed+0(FP), R0
	MOVD lanes+8(FP), R1
	MOVD into+16(FP), R2
	MOVD words+24(FP), R3
	Get R3
	I64Const $0
	I64Ne
	If
		Loop
			FIRST(R3, R4)
			LOAD(R1, R4)
			Set R5
			Get R2
			I32WrapI64
			Get R5
			I64Store $0
			Get R2
			I64Const $8
			I64Add
			Set R2
			Get R5
			I64Popcnt
			Get R8
			I64Add
			Set R8
			AT(R0, R4)
			LOAD(R0, R4)
			Get R5
			I64Or
			Tee R6
			I64Store $0
			Get R6
			I64Const $-1
			I64Eq
			BIT_IF(R7, R3)
			NEXT(R3)
		End
	End
	Get SP
	Get R7
	I64Store full+32(FP)
	Get SP
	Get R8
	I64Store count+40(FP)
	RET

// func WriteLanes(values []value.Byte, numbers *[RowWords]int16, lanes *[RowWords]board.Bitboard,
//	words board.Bitboard, v value.Byte)
TEXT ·WriteLanes(SB), NOSPLIT, $0-49
	MOVD values_base+0(FP), R0
	MOVD numbers+24(FP), R6
	MOVD lanes+32(FP), R1
	MOVD words+40(FP), R2
	I64Load8U v+48(FP)
	Set R3
	RETURN_IF_EMPTY(R2)
	Loop
		Get R2
		I64Ctz
		I64Const $1
		I64Shl
		Get R6
		I64Add
		I32WrapI64
		I64Load16U $0
		I64Const $6
		I64Shl
		Get R0
		I64Add
		Set R4 // the word's values
		FIRST(R2, R5)
		LOAD(R1, R5)
		Tee R5
		I64Const $0
		I64Ne
		If
			Loop
				Get R4
				Get R5
				I64Ctz
				I64Add
				I32WrapI64
				Get R3
				I64Store8 $0
				NEXT(R5)
			End
		End
		NEXT(R2)
	End
	RET

// func slideLanes(to *[RowWords]board.Bitboard, targets, lanes board.Bitboard, between *[64]board.Bitboard)
TEXT ·slideLanes(SB), NOSPLIT, $0-32
	MOVD to+0(FP), R0
	MOVD targets+8(FP), R1
	MOVD lanes+16(FP), R2
	MOVD between+24(FP), R3
	RETURN_IF_EMPTY(R1)
	Loop
		FIRST(R1, R4)
		AT(R0, R4)
		LOAD(R3, R4)
		LOWEST(R1)
		I64Or
		I64Const $-1
		I64Xor
		Get R2
		I64And
		LOAD(R0, R4)
		I64Or
		I64Store $0
		NEXT(R1)
	End
	RET

// func slideInto(won *[RowWords]board.Bitboard, targets, lanes board.Bitboard,
//	between *[64]board.Bitboard) (kept board.Bitboard)
TEXT ·slideInto(SB), NOSPLIT, $0-40
	MOVD won+0(FP), R0
	MOVD targets+8(FP), R1
	MOVD lanes+16(FP), R2
	MOVD between+24(FP), R3
	Get R1
	I64Const $0
	I64Ne
	If
		Loop
			FIRST(R1, R4)
			LOAD(R0, R4)
			LOAD(R3, R4)
			I64Or
			LOWEST(R1)
			I64Or
			Get R2
			I64And
			Tee R2
			I64Eqz
			BrIf $1
			NEXT(R1)
		End
	End
	Get SP
	Get R2
	I64Store kept+32(FP)
	RET

// The squares that a step of one or two files to the right or to the left can end on.
#define NOT_A $0xfefefefefefefefe
#define NOT_H $0x7f7f7f7f7f7f7f7f
#define NOT_AB $0xfcfcfcfcfcfcfcfc
#define NOT_GH $0x3f3f3f3f3f3f3f3f
#define ALL $-1

// MOVED pushes a set moved by some bits, without the squares beyond the edge.
#define MOVED(set, shift, bits, mask) \
	Get set; \
	I64Const $bits; \
	shift; \
	I64Const mask; \
	I64And

// SMEAR moves a set by some bits over empty squares, and adds it to itself.
#define SMEAR(set, shift, bits, empty) \
	Get set; \
	I64Const $bits; \
	shift; \
	Get empty; \
	I64And; \
	Get set; \
	I64Or; \
	Set set

// NARROW intersects a set with itself moved by some bits.
#define NARROW(set, shift, bits) \
	Get set; \
	I64Const $bits; \
	shift; \
	Get set; \
	I64And; \
	Set set

// RAY adds to R15 the squares reached from R10 in one direction over empty squares, R11.
#define RAY(shift, one, two, four, mask) \
	Get R10; \
	Set R12; \
	Get R11; \
	I64Const mask; \
	I64And; \
	Set R13; \
	SMEAR(R12, shift, one, R13); \
	NARROW(R13, shift, one); \
	SMEAR(R12, shift, two, R13); \
	NARROW(R13, shift, two); \
	SMEAR(R12, shift, four, R13); \
	MOVED(R12, shift, one, mask); \
	Get R15; \
	I64Or; \
	Set R15

// STEPS sets the squares one step away from a set, along ranks and files and along diagonals.
#define STEPS(set, straight, diagonal) \
	MOVED(set, I64Shl, 1, NOT_A); \
	MOVED(set, I64ShrU, 1, NOT_H); \
	I64Or; \
	Tee straight; \
	I64Const $8; \
	I64Shl; \
	Get straight; \
	I64Const $8; \
	I64ShrU; \
	I64Or; \
	Set diagonal; \
	MOVED(set, I64Shl, 8, ALL); \
	MOVED(set, I64ShrU, 8, ALL); \
	I64Or; \
	Get straight; \
	I64Or; \
	Set straight

// The kinds of men, with the numbers of core/board.
#define KING $1
#define QUEEN $2
#define ROOK $3
#define BISHOP $4
#define KNIGHT $5

// IS pushes whether R9 is the given kind.
#define IS(kind) \
	Get R9; \
	I64Const kind; \
	I64Eq

// REACH sets R15 to the squares that a man of the kind R9 reaches from R10 over empty squares, R11. It uses R12 and
// R13.
#define REACH \
	I64Const $0; \
	Set R15; \
	IS(ROOK); \
	IS(QUEEN); \
	I32Or; \
	If; \
	RAY(I64Shl, 8, 16, 32, ALL); \
	RAY(I64ShrU, 8, 16, 32, ALL); \
	RAY(I64Shl, 1, 2, 4, NOT_A); \
	RAY(I64ShrU, 1, 2, 4, NOT_H); \
	End; \
	IS(BISHOP); \
	IS(QUEEN); \
	I32Or; \
	If; \
	RAY(I64Shl, 9, 18, 36, NOT_A); \
	RAY(I64Shl, 7, 14, 28, NOT_H); \
	RAY(I64ShrU, 7, 14, 28, NOT_A); \
	RAY(I64ShrU, 9, 18, 36, NOT_H); \
	End; \
	IS(KING); \
	If; \
	STEPS(R10, R12, R13); \
	Get R12; \
	Get R13; \
	I64Or; \
	Set R15; \
	End; \
	IS(KNIGHT); \
	If; \
	MOVED(R10, I64Shl, 1, NOT_A); \
	MOVED(R10, I64ShrU, 1, NOT_H); \
	I64Or; \
	Set R12; \
	MOVED(R10, I64Shl, 2, NOT_AB); \
	MOVED(R10, I64ShrU, 2, NOT_GH); \
	I64Or; \
	Set R13; \
	MOVED(R12, I64Shl, 16, ALL); \
	MOVED(R12, I64ShrU, 16, ALL); \
	I64Or; \
	MOVED(R13, I64Shl, 8, ALL); \
	I64Or; \
	MOVED(R13, I64ShrU, 8, ALL); \
	I64Or; \
	Set R15; \
	End

// EMPTY sets R11 to the squares outside R3, and without the square of the word if R4 has it.
#define EMPTY(words) \
	I64Const $1; \
	Get words; \
	I64Ctz; \
	I64Shl; \
	Get R4; \
	I64And; \
	Get R3; \
	I64Or; \
	I64Const $-1; \
	I64Xor; \
	Set R11

// func addReached(to, lanes *[RowWords]board.Bitboard, words, fixed, row board.Bitboard, kind board.PieceType)
TEXT ·addReached(SB), NOSPLIT, $0-41
	MOVD to+0(FP), R0
	MOVD lanes+8(FP), R1
	MOVD words+16(FP), R2
	MOVD fixed+24(FP), R3
	MOVD row+32(FP), R4
	I64Load8U kind+40(FP)
	Set R9
	RETURN_IF_EMPTY(R2)
	Loop
		FIRST(R2, R5)
		EMPTY(R2)
		LOAD(R1, R5)
		Set R10
		REACH
		AT(R0, R5)
		LOAD(R0, R5)
		Get R15
		Get R11
		I64And
		I64Or
		I64Store $0
		NEXT(R2)
	End
	RET

// func keepStuck(lanes, won *[RowWords]board.Bitboard, words, fixed, row board.Bitboard,
//	kind board.PieceType) (none board.Bitboard)
TEXT ·keepStuck(SB), NOSPLIT, $0-56
	MOVD lanes+0(FP), R0
	MOVD won+8(FP), R1
	MOVD words+16(FP), R2
	MOVD fixed+24(FP), R3
	MOVD row+32(FP), R4
	I64Load8U kind+40(FP)
	Set R9
	Get R2
	I64Const $0
	I64Ne
	If
		Loop
			FIRST(R2, R5)
			LOAD(R1, R5)
			I64Const $-1
			I64Xor
			Set R10
			LOAD(R0, R5)
			Set R6
			STEPS(R10, R12, R13)
			IS(BISHOP)
			IS(KNIGHT)
			I32Or
			I32Eqz
			If
				Get R6
				Get R12
				I64Const $-1
				I64Xor
				I64And
				Set R6
			End
			IS(ROOK)
			IS(KNIGHT)
			I32Or
			I32Eqz
			If
				Get R6
				Get R13
				I64Const $-1
				I64Xor
				I64And
				Set R6
			End
			Get R6
			I64Const $0
			I64Ne
			If
				EMPTY(R2)
				REACH
				Get R6
				Get R15
				I64Const $-1
				I64Xor
				I64And
				Set R6
			End
			AT(R0, R5)
			Get R6
			I64Store $0
			Get R6
			I64Eqz
			BIT_IF(R7, R2)
			NEXT(R2)
		End
	End
	Get SP
	Get R7
	I64Store none+48(FP)
	RET

// func RankLanes(of *[256]board.Bitboard, ranks *[64]value.Rank, lanes board.Bitboard)
TEXT ·RankLanes(SB), NOSPLIT, $0-24
	MOVD of+0(FP), R0
	MOVD ranks+8(FP), R1
	MOVD lanes+16(FP), R2
	RETURN_IF_EMPTY(R2)
	Loop
		Get R1
		Get R2
		I64Ctz
		I64Add
		I32WrapI64
		I64Load8U $0
		I64Const $3
		I64Shl
		Set R3
		AT(R0, R3)
		LOAD(R0, R3)
		LOWEST(R2)
		I64Or
		I64Store $0
		NEXT(R2)
	End
	RET

// func raiseFrom(ranks *[64]value.Rank, lanes board.Bitboard, values *value.Byte, image *[64]board.Square,
//	stride int, moves *[256]value.Rank)
TEXT ·raiseFrom(SB), NOSPLIT, $0-48
	MOVD ranks+0(FP), R0
	MOVD lanes+8(FP), R1
	MOVD values+16(FP), R2
	MOVD image+24(FP), R3
	MOVD stride+32(FP), R4
	MOVD moves+40(FP), R5
	RETURN_IF_EMPTY(R1)
	Loop
		Get R1
		I64Ctz
		Tee R6
		Get R3
		I64Add
		I32WrapI64
		I64Load8U $0
		Get R4
		I64Mul
		Get R2
		I64Add
		I32WrapI64
		I64Load8U $0
		Get R5
		I64Add
		I32WrapI64
		I64Load8U $0
		Set R7
		Get R0
		Get R6
		I64Add
		Tee R6
		I32WrapI64
		Get R7
		Get R6
		I32WrapI64
		I64Load8U $0
		Tee R8
		Get R7
		Get R8
		I64GtU
		Select
		I64Store8 $0
		NEXT(R1)
	End
	RET
