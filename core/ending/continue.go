package ending

import "github.com/matewright/matewright/core/scratch"

// Continue reads the records that are new in the journal, given a room that has it now. From then on the
// reader reads from that room, and not from the earlier one. If the room has another journal, Continue reports that,
// and changes nothing. Nobody may use the reader meanwhile, nor after an error.
func (r *Reader) Continue(room scratch.Room) (isSame bool, err error) {
	j := &r.kept.journal
	now := journal{pile: scratch.Pile{Room: room}}
	body, sum, err := now.body(j.last.Offset, mostBody)
	if err != nil || recordHeader+len(body) != int(j.last.Size) || sum != j.last.Checksum {
		return false, err
	}
	j.pile.Room = room
	more, err := r.kept.restore()
	if err != nil {
		return false, err
	}
	if more.end != (question{}) {
		r.end = more.end
	}
	return true, nil
}
